// Steps that a node does as one. All may be repeated: an answer that was lost is given again.

/** Whether a record's text, or none, has the mark. */
const HAS_MARK = 'local function has(text, mark) return text and string.sub(text, 3, 2 + #mark) == mark end ';

/**
 * Claims an id: keys record, claim; mark, lease in milliseconds, whether a record may be there. It returns the record or
 * the mark that stands in the way, `r…` or `c…`; nothing once the id is claimed.
 */
export const CLAIM = `
local record = redis.call('GET', KEYS[1])
if record and ARGV[3] == '0' then return 'r' .. record end
local claim = redis.call('GET', KEYS[2])
if claim and claim ~= ARGV[1] then return 'c' .. claim end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
return false`;

/**
 * Writes a record that was claimed: keys record, claim, ids, times; mark, record, id, time, whether there must be one
 * before. It returns 0 if the claim is lost, or there is none; otherwise 1 and the record that was replaced. The record
 * comes last: where a step is refused, an id that is listed without one is found by check, and not the other way round.
 */
export const COMMIT = `${HAS_MARK}
local before = redis.call('GET', KEYS[1])
if redis.call('GET', KEYS[2]) ~= ARGV[1] then
  if has(before, ARGV[1]) then return {1} end
  return {0}
end
if ARGV[5] == '1' and not before then
  redis.call('DEL', KEYS[2])
  return {0}
end
redis.call('ZADD', KEYS[3], 0, ARGV[3])
redis.call('ZADD', KEYS[4], ARGV[4], ARGV[3])
redis.call('SET', KEYS[1], ARGV[2])
redis.call('DEL', KEYS[2])
return {1, before}`;

/** Gives a claim up: key claim; mark. */
export const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end return 1`;

/** Makes a claim last longer: key claim; mark, lease. */
export const RENEW = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 1`;

/** Removes a record of that mark: keys record, ids, times; mark, id. It returns whether it was there. */
export const REMOVE = `${HAS_MARK}
if not has(redis.call('GET', KEYS[1]), ARGV[1]) then return 0 end
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], ARGV[2])
redis.call('ZREM', KEYS[3], ARGV[2])
return 1`;

/**
 * Ids of the lists that are astray, of which there are none unless somebody else has changed keys: without a record, in one
 * list alone, or listed otherwise than by 0 and the time of the record. Keys ids, times; what keys of records begin with.
 */
export const ASTRAY = `
local function read(key)
  local listed, times = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES'), {}
  for i = 1, #listed, 2 do times[listed[i]] = tonumber(listed[i + 1]) end
  return listed, times
end
local astray = {}
local ids, zeros = read(KEYS[1])
local others, times = read(KEYS[2])
for i = 1, #ids, 2 do
  local id = ids[i]
  local time = times[id]
  local record = redis.pcall('GETRANGE', ARGV[1] .. id, 0, 63)
  -- What is of another type is told by what reads it; what may not be looked at is not taken for sound.
  if type(record) == 'table' and not string.find(record.err, 'WRONGTYPE') then return record end
  local written = type(record) == 'string' and tonumber(string.match(record, '^%["[^"]*",[^,]*,(-?%d+)')) or time
  if record == '' or not time or time ~= written or zeros[id] ~= 0 then table.insert(astray, id) end
end
for i = 1, #others, 2 do
  if not zeros[others[i]] then table.insert(astray, others[i]) end
end
return astray`;

/** Whether there is a record that is not listed: keys record, ids; id. */
export const UNLISTED = `
return redis.call('EXISTS', KEYS[1]) == 1 and not redis.call('ZSCORE', KEYS[2], ARGV[1])`;

/** Lists a record of that mark, or forgets an id without one: keys record, ids, times; mark, empty if there is none, id, time. */
export const LIST = `${HAS_MARK}
local record = redis.call('GET', KEYS[1])
if not record then
  redis.call('ZREM', KEYS[2], ARGV[2])
  redis.call('ZREM', KEYS[3], ARGV[2])
elseif ARGV[1] ~= '' and has(record, ARGV[1]) then
  redis.call('ZADD', KEYS[2], 0, ARGV[2])
  redis.call('ZADD', KEYS[3], ARGV[3], ARGV[2])
end
return 1`;

/** Looks at a key for each of many, and returns the places of those of which the condition does not hold, counted from 1. */
const siftingBy = (holds: string): string => `
local found = {}
for place, key in ipairs(KEYS) do
  if not (${holds}) then table.insert(found, place) end
end
return found`;

/** The ids of many that are not in their list: key ids; id. */
export const SIFT_UNLISTED = siftingBy(`type(redis.pcall('ZSCORE', key, ARGV[place])) == 'string'`);

/** The postings of many that do not stand where they ought to: key bucket; mark, text. */
export const SIFT_MISSING = siftingBy(`redis.pcall('HGET', key, ARGV[2 * place - 1]) == ARGV[2 * place]`);

/** The postings of many that no record stands behind: key record; mark. A record begins with its mark, of eleven letters. */
export const SIFT_UNRECORDED = siftingBy(`redis.pcall('GETRANGE', key, 0, 13) == '["' .. ARGV[place] .. '"'`);
