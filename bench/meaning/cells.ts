import type { Sample } from './sample.ts';

/** Where no text is long enough. */
const NOTHING = '–';

/** Mean (5th to 95th percentile). */
export function brief(sample: Sample): string {
  if (sample.isEmpty) return NOTHING;
  return `${sample.mean.toFixed(1)} (${sample.percentile(0.05)}–${sample.percentile(0.95)})`;
}

/** Mean / expected ± standard deviation (5th to 95th percentile). */
export function full(sample: Sample): string {
  if (sample.isEmpty) return NOTHING;
  const range = `${sample.percentile(0.05)}–${sample.percentile(0.95)}`;
  return `${sample.mean.toFixed(1)} / ${sample.expected.toFixed(1)} ± ${sample.deviation.toFixed(1)} (${range})`;
}

export function degrees(radians: number): string {
  return `${Math.round((180 * radians) / Math.PI)}°`;
}

export function percent(share: number): string {
  return `${100 * share} %`;
}

/** A share in percent, never rounded to all or nothing. */
export function chance(share: number): string {
  if (Number.isNaN(share)) return NOTHING;
  if (share === 0 || share === 1) return percent(share);
  if (share < 0.0005) return '< 0.1 %';
  if (share > 0.9995) return '> 99.9 %';
  return `${(100 * share).toFixed(1)} %`;
}

export function oneIn(rate: number): string {
  if (Number.isNaN(rate)) return NOTHING;
  return rate === 0 ? 'none' : `1 in ${Number((1 / rate).toPrecision(2)).toLocaleString('en')}`;
}
