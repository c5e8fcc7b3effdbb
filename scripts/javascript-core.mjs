// A core as a module of plain JavaScript, by binaryen's wasm2js, with the exports that WebAssembly would give.
import binaryen from 'binaryen';

/** Pointers are signed 32-bit numbers there, so the memory ends below 2 GiB. */
const MOST_PAGES = 32767;

/**
 * @param wasm a module without SIMD and without imports
 * @returns the text of a TypeScript module, not to be checked, that exports `startKernel`
 */
export function javascriptCore(wasm) {
  const signatures = signaturesOf(wasm);
  const core = compile(wasm);
  const from = core.indexOf("import * as env from 'env';");
  const to = core.lastIndexOf('var retasmFunc');
  const body = replaced(core.slice(from, to), [
    ["import * as env from 'env';", ''],
    ['(newPages <= 65535)', `(newPages <= ${MOST_PAGES})`],
    // What a memory that cannot grow throws, too.
    ["throw new Error('abort')", "throw new RangeError('abort')"],
    // As WebAssembly does: by that views of it are known to be old.
    ['buffer = newBuffer;', 'structuredClone(buffer, { transfer: [buffer] });\n   buffer = newBuffer;'],
  ]);
  return `${body}
let high = 0;
const words = new Int32Array(2);
const long = new BigInt64Array(words.buffer);

/** Of a BigInt the lower half, as a kernel takes it; the upper half is \`words[1]\`. */
function lower(value) {
  long[0] = value;
  return words[0];
}

/** The BigInt that a kernel gave: its lower half, the upper one is \`high\`. */
function whole(low) {
  words[0] = low;
  words[1] = high;
  return long[0];
}

export function startKernel(): unknown {
  const core = asmFunc({ env: { setTempRet0: (value) => { high = value; }, getTempRet0: () => high } });
  return {
    ...core,
${signatures.map(wrapper).join('\n')}
  };
}
`;
}

/** The exported functions with 64-bit integers among their parameters or as their result. */
function signaturesOf(wasm) {
  const module = binaryen.readBinary(wasm);
  return Array.from({ length: module.getNumExports() }, (_, i) => binaryen.getExportInfo(module.getExportByIndex(i)))
    .filter(({ kind }) => kind === binaryen.ExternalFunction)
    .map(({ name, value }) => {
      const { params, results } = binaryen.getFunctionInfo(module.getFunction(value));
      const parameters = binaryen.expandType(params).map((type) => type === binaryen.i64);
      return { name, parameters, isLong: results === binaryen.i64 };
    })
    .filter(({ parameters, isLong }) => isLong || parameters.includes(true));
}

function wrapper({ name, parameters, isLong }) {
  const names = parameters.map((_, i) => `p${i}`);
  const given = names.flatMap((one, i) => (parameters[i] ? [`lower(${one})`, 'words[1]'] : [one]));
  const call = `core.${name}(${given.join(', ')})`;
  return `    ${name}: (${names.join(', ')}) => ${isLong ? `whole(${call})` : call},`;
}

function compile(wasm) {
  const module = binaryen.parseText(anywhere(binaryen.readBinary(wasm).emitText()));
  module.setFeatures(binaryen.Features.All & ~binaryen.Features.SIMD128);
  module.runPasses(['legalize-js-interface']);
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(1);
  return module.emitAsmjs();
}

/**
 * Kernels read and write wherever it suits them, which WebAssembly allows. In JavaScript an Int32Array takes only every fourth
 * address, and would read the wrong one without a word; told that nothing is aligned, wasm2js goes by bytes.
 */
function anywhere(text) {
  return text.replace(
    /\b([if](?:32|64)\.(?:load|store)(?:16|32)?(?:_[su])?)((?: offset=\d+)?)(?: align=\d+)?(?=\s)/g,
    '$1$2 align=1',
  );
}

function replaced(text, pairs) {
  return pairs.reduce((result, [what, by]) => {
    if (result.split(what).length !== 2) throw new Error(`wasm2js no longer writes ${what} once.`);
    return result.replace(what, by);
  }, text);
}
