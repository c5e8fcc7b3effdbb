// Compares what probes look for with the entries of their buckets: for many probes at once, in steps that the processor
// can overlap. First the keys alone, which leaves few entries; then the values of those.
import { blockOf, countOf, nextHead, valuesOf } from './bucket';
import { keepFound } from './found';
import { bitsIn16, bitsIn32, bitsWithin, farsAt, fewBits } from './lanes';
import { KEYS16 } from './pool';
import { directoryBitsOf, distanceOf, exactOf, flippedOf, flipsOf, isMetBefore, leastOf, mostOf } from './program';
import { report } from './report';

/** Probes whose buckets are fetched before the first is read, so that their cache misses overlap. */
export const SLOTS: u32 = 64;
/** Of each bucket so many bytes are fetched then; what is longer the processor fetches ahead by itself. */
const FETCHED: u32 = 512;

@unmanaged
class Slot {
  /** What the probe looks for: the query as the table sees it, its bits flipped. */
  wanted: u64;
  /** The head of the bucket. */
  head: u64;
  /** Their places in the program. */
  stage: usize;
  probe: usize;
  /** Which query it is. */
  tag: u32;
}

@unmanaged
class Candidate {
  slot: Slot;
  /** Where its value stands, and its key. */
  value: usize;
  key: u32;
}

const slots: usize = memory.data(32 * 64, 16);
export let slotCount: u32 = 0;

/** More than the entries of one block always fit behind this many. */
const MANY: usize = 12 * 4096;
const candidates: usize = memory.data(12 * (4096 + 1024), 16);
let lastCandidate: usize = candidates;

/** What was loaded only so that it is in the cache goes here, lest the loads be left out. */
export let touched: u32 = 0;

function slotAt(i: u32): Slot {
  return changetype<Slot>(slots + <usize>i * offsetof<Slot>());
}

function fetchLines(begin: usize, end: usize): u32 {
  let sink: u32 = 0;
  for (let line = begin; line < end; line += 64) sink += load<u8>(line);
  return sink;
}

/** Forgets what a call left behind that ran out of memory. */
export function emptySlots(): void {
  slotCount = 0;
}

/** There must be room: `slotCount` is below SLOTS. */
export function addSlot(wanted: u64, head: u64, stage: usize, probe: usize, tag: u32): void {
  const slot = slotAt(slotCount);
  slot.wanted = wanted;
  slot.head = head;
  slot.stage = stage;
  slot.probe = probe;
  slot.tag = tag;
  // An empty bucket's slot is written over by the next. A branch would wait for the head, and often be mispredicted.
  slotCount += u32(head != 0);
}

/** Has the keys of all slots fetched: no load waits for another. */
function fetchSlots(): void {
  let sink: u32 = 0;
  for (let slot = slots; slot < slots + slotCount * offsetof<Slot>(); slot += offsetof<Slot>()) {
    const head = changetype<Slot>(slot).head;
    const bytes = 2 * countOf(head);
    // Without a branch for the usual lengths: where the keys begin, and where they end or a line behind.
    sink += load<u8>(blockOf(head)) + load<u8>(blockOf(head) + min(bytes, 64));
    if (bytes > 64) sink += fetchLines(blockOf(head) + 128, blockOf(head) + min(bytes, FETCHED));
  }
  if (ASC_FEATURE_SIMD) sink += fetchWide();
  touched = sink;
}

/** The values of slots whose probes compare them at once, when their keys are there and tell where they stand. */
function fetchWide(): u32 {
  let sink: u32 = 0;
  for (let slot = slots; slot < slots + slotCount * offsetof<Slot>(); slot += offsetof<Slot>()) {
    if (mostOf(changetype<Slot>(slot).probe) < WIDE) continue;
    const head = changetype<Slot>(slot).head;
    const values = valuesOf(KEYS16, head);
    sink += fetchLines(values, values + min(8 * countOf(head), FETCHED));
  }
  return sink;
}

/** Reports what all slots look for, in their order, and empties them. */
export function runSlots(program: usize): void {
  fetchSlots();
  lastCandidate = candidates;
  for (let i: u32 = 0; i < slotCount; i++) {
    const slot = slotAt(i);
    for (let head = slot.head; head != 0; head = nextHead(KEYS16, head)) {
      if (ASC_FEATURE_SIMD && mostOf(slot.probe) >= WIDE) filterWide(slot, head, distanceOf(program));
      else filterBlock(slot, head);
      if (lastCandidate > candidates + MANY) checkCandidates(program);
    }
  }
  checkCandidates(program);
  slotCount = 0;
}

/** With so many errors allowed in 16 bits, a quarter of all keys pass or more: then the values are compared at once. */
const WIDE: u32 = 6;

/** Notes the entries whose keys have as many errors as the probe allows. */
function filterBlock(slot: Slot, head: u64): void {
  const most = mostOf(slot.probe);
  const least = leastOf(slot.probe);
  const wanted = <u32>(slot.wanted >> (48 - directoryBitsOf(slot.stage))) & 0xffff;
  const count = countOf(head);
  const keys = blockOf(head);
  const values = valuesOf(KEYS16, head);
  let out = lastCandidate;
  if (ASC_FEATURE_SIMD) {
    const near = i16x8.splat(<i16>wanted);
    const leasts = i16x8.splat(<i16>least);
    const range = i16x8.splat(<i16>(most - least));
    for (let i: u32 = 0; i < count; i += 16) {
      const place = keys + ((<usize>i) << 1);
      const a = v128.xor(v128.load(place), near);
      const b = v128.xor(v128.load(place, 16), near);
      let passed = most < 4 ? fewBits(a, b, most) : bitsWithin(a, b, leasts, range);
      if (count - i < 16) passed &= (1 << (count - i)) - 1;
      for (; passed != 0; passed &= passed - 1) out = note(out, slot, keys, values, i + ctz(passed));
    }
  } else {
    for (let i: u32 = 0; i < count; i++) {
      const errors = popcnt<u32>(load<u16>(keys + ((<usize>i) << 1)) ^ wanted);
      if (errors >= least && errors <= most) out = note(out, slot, keys, values, i);
    }
  }
  lastCandidate = out;
}

/** Notes the entries all of whose bits have as few errors as the distance allows. */
function filterWide(slot: Slot, head: u64, distance: u32): void {
  const bits = directoryBitsOf(slot.stage);
  const near = i16x8.splat(<i16>(slot.wanted >> (48 - bits)));
  const far = i32x4.splat(<i32>slot.wanted);
  // Behind a directory of more than 16 bits, the last of a key are the first of its value, too: they count there.
  const ofKey = i16x8.splat(<i16>((<u32>0xffff) << (bits - 16)));
  const most = i16x8.splat(<i16>(distance - flippedOf(slot.probe)));
  const count = countOf(head);
  const keys = blockOf(head);
  const values = valuesOf(KEYS16, head);
  let out = lastCandidate;
  for (let i: u32 = 0; i < count; i += 8) {
    const place = values + ((<usize>i) << 3);
    const nearErrors = bitsIn16(v128.and(v128.xor(v128.load(keys + ((<usize>i) << 1)), near), ofKey));
    const farErrors = i16x8.narrow_i32x4_s(
      bitsIn32(v128.xor(farsAt(place), far)),
      bitsIn32(v128.xor(farsAt(place + 32), far)),
    );
    let passed = i16x8.bitmask(i16x8.le_s(i16x8.add(nearErrors, farErrors), most));
    if (count - i < 8) passed &= (1 << (count - i)) - 1;
    for (; passed != 0; passed &= passed - 1) out = note(out, slot, keys, values, i + ctz(passed));
  }
  lastCandidate = out;
}

function note(out: usize, slot: Slot, keys: usize, values: usize, i: usize): usize {
  const candidate = changetype<Candidate>(out);
  candidate.slot = slot;
  candidate.value = values + (i << 3);
  candidate.key = load<u16>(keys + (i << 1));
  return out + offsetof<Candidate>();
}

/** Has the values of all candidates fetched, so that their cache misses overlap, too. */
function fetchValues(end: usize): void {
  let sink: u32 = 0;
  for (let place = candidates; place < end; place += offsetof<Candidate>()) {
    sink += load<u8>(changetype<Candidate>(place).value);
  }
  touched += sink;
}

/** Compares all bits, and leaves a match to the first stage that is due to meet it. */
function checkCandidates(program: usize): void {
  const k = distanceOf(program);
  const end = lastCandidate;
  fetchValues(end);
  for (let place = candidates; place < end; place += offsetof<Candidate>()) {
    const candidate = changetype<Candidate>(place);
    const slot = candidate.slot;
    const stage = slot.stage;
    const value = load<u64>(candidate.value);
    const bits = directoryBitsOf(stage);
    const seen = ((<u64>candidate.key) << (48 - bits)) | (value & 0xffffffff);
    const errors = (seen ^ slot.wanted) & (~(<u64>0) >> bits);
    const distance = <u32>popcnt(errors) + flippedOf(slot.probe);
    if (distance > k || (errors & exactOf(stage)) != 0) continue;
    if (isMetBefore(stage, slot.probe, errors | flipsOf(slot.probe))) continue;
    const id = <u32>(value >> 32);
    keepFound(stage, slot.wanted ^ errors, id);
    report(slot.tag, id, distance);
  }
  lastCandidate = candidates;
}
