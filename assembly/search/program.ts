// How a search goes about it, worked out beforehand by src/search/program.ts for one index and one distance:
//
//   u32 distance · u32 stages · u32 probes · u32 0, then a stage and then a probe each.
//
// A stage goes through one table. What an earlier stage is due to meet, it leaves alone: so each match is reported once.
//
//   stage   u32 table · u32 first probe · u32 probes · u32 bits of its directory · u64 bits of its prefix ·
//           for each stage: u64 its prefix, as this table sees it · u32 its radius · u32 0
//   probe   u64 flipped bits, as the table sees them · u8 stage · u8 how many are flipped · u8 least and u8 most errors
//           in the key of an entry · u32 0

const HEADER: usize = 16;
export const PROBE_BYTES: usize = 16;

export function distanceOf(program: usize): u32 {
  return load<u32>(program);
}

export function stageCount(program: usize): u32 {
  return load<u32>(program, 4);
}

export function probeCount(program: usize): u32 {
  return load<u32>(program, 8);
}

function stageBytes(program: usize): usize {
  return 24 + 16 * <usize>stageCount(program);
}

export function stageAt(program: usize, stage: u32): usize {
  return program + HEADER + <usize>stage * stageBytes(program);
}

export function probeAt(program: usize, probe: u32): usize {
  return stageAt(program, stageCount(program)) + <usize>probe * PROBE_BYTES;
}

export function tableNumberOf(stage: usize): u32 {
  return load<u32>(stage);
}

export function firstProbeOf(stage: usize): u32 {
  return load<u32>(stage, 4);
}

export function probesOf(stage: usize): u32 {
  return load<u32>(stage, 8);
}

export function directoryBitsOf(stage: usize): u32 {
  return load<u32>(stage, 12);
}

/** Bits in which an entry must agree with what the probe looks for. */
export function exactOf(stage: usize): u64 {
  return load<u64>(stage, 16);
}

export function flipsOf(probe: usize): u64 {
  return load<u64>(probe);
}

function stageOf(probe: usize): u32 {
  return load<u8>(probe, 8);
}

export function flippedOf(probe: usize): u32 {
  return load<u8>(probe, 9);
}

export function leastOf(probe: usize): u32 {
  return load<u8>(probe, 10);
}

export function mostOf(probe: usize): u32 {
  return load<u8>(probe, 11);
}

/** Whether an earlier stage is due to meet what differs from the query in these bits, as this stage's table sees them. */
export function isMetBefore(stage: usize, probe: usize, errors: u64): bool {
  const end = stage + ((<usize>stageOf(probe)) << 4);
  for (let earlier = stage; earlier < end; earlier += 16) {
    if (<u32>popcnt(errors & load<u64>(earlier, 24)) <= load<u32>(earlier, 32)) return true;
  }
  return false;
}
