export function equal(actual, expected, about = '') {
  if (shown(actual) === shown(expected)) return;
  throw new Error(`${about} is ${shown(actual).slice(0, 300)}, not ${shown(expected).slice(0, 300)}`);
}

export function ok(condition, about) {
  if (!condition) throw new Error(about);
}

/** Throws unless `run` throws an error of the class. */
export function throws(run, errorClass, about) {
  try {
    run();
  } catch (error) {
    return ok(error instanceof errorClass, `${about} throws ${error}`);
  }
  throw new Error(`${about} throws nothing`);
}

function shown(value) {
  return JSON.stringify(value, (_, one) => {
    if (typeof one === 'bigint') return `${one}n`;
    return ArrayBuffer.isView(one) ? Array.from(one) : one;
  });
}
