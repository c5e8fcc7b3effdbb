// Steps that a node does as one. All may be repeated: an answer that was lost is given again.

/** What a script says where its shard has no settings: what it stored now would be a store of its own. */
export const LOST = 'LOSTSTORE';
const UNLESS_LOST = `
if redis.call('EXISTS', KEYS[1]) == 0 then return redis.error_reply('${LOST} ' .. KEYS[1] .. ' is not there') end`;

/** Whether a record's text, or none, has the mark. */
const HAS_MARK = 'local function has(text, mark) return text and string.sub(text, 3, 2 + #mark) == mark end ';

/**
 * Claims an id: keys settings of the shard, record, claim; mark, lease in milliseconds, whether a record may be there. It
 * returns the record or the mark that stands in the way, `r…` or `c…`; nothing once the id is claimed.
 */
export const CLAIM = `${UNLESS_LOST}
local record = redis.call('GET', KEYS[2])
if record and ARGV[3] == '0' then return 'r' .. record end
local claim = redis.call('GET', KEYS[3])
if claim and claim ~= ARGV[1] then return 'c' .. claim end
redis.call('SET', KEYS[3], ARGV[1], 'PX', ARGV[2])
return false`;

/**
 * Writes a record that was claimed: keys settings of the shard, record, claim, ids, times; mark, record, id, time, whether
 * there must be one before. It returns 0 if the claim is lost, or there is none; otherwise 1 and the record that was
 * replaced. The record comes last: where a step is refused, an id that is listed without one is found by check, and not the
 * other way round.
 */
export const COMMIT = `${UNLESS_LOST}
${HAS_MARK}
local before = redis.call('GET', KEYS[2])
if redis.call('GET', KEYS[3]) ~= ARGV[1] then
  if has(before, ARGV[1]) then return {1} end
  return {0}
end
if ARGV[5] == '1' and not before then
  redis.call('DEL', KEYS[3])
  return {0}
end
redis.call('ZADD', KEYS[4], 0, ARGV[3])
redis.call('ZADD', KEYS[5], ARGV[4], ARGV[3])
redis.call('SET', KEYS[2], ARGV[2])
redis.call('DEL', KEYS[3])
return {1, before}`;

/**
 * What looks through buckets. Two postings, which begin with fingerprints, are compared letter by letter, which are six bits
 * each, whose numbers of ones are a string of digits; what is no posting is near. Keys from the first on are looked at, if
 * they can be and have no more than so many postings together, since all others wait meanwhile.
 */
const LOOK = `
local byte, bxor = string.byte, bit.bxor
local function bits(letter)
  return letter >= 97 and letter - 71 or letter == 95 and 63 or letter >= 65 and letter - 65 or letter >= 48 and letter + 4 or 62
end
local function areNear(a, b, distance)
  local differing = 0
  for i = 1, 11 do
    local x, y = byte(a, i), byte(b, i) or 255
    if x ~= y then
      local ones = byte('0112122312232334122323342334344512232334233434452334344534454556', 1 + bxor(bits(x), bits(y)))
      if not ones then return true end
      differing = differing + ones - 48
      if differing > distance then return false end
    end
  end
  return true
end
local function isNearIn(bucket, posting, distance)
  for _, other in ipairs(redis.call('HVALS', bucket)) do
    if areNear(posting, other, distance) then return true end
  end
  return false
end
local function inhabited(first, most)
  local places = {}
  for place = first, #KEYS do
    local size = redis.pcall('HLEN', KEYS[place])
    if type(size) ~= 'number' or size > most then return nil end
    most = most - size
    if size > 0 then table.insert(places, place) end
  end
  return places
end`;

/** Of how many buckets a script may be asked how full they are: a millisecond of a server. */
export const MOST_BUCKETS = 500;
/** How many postings a script compares at most: two milliseconds of a server. */
const MOST_COMPARED = 1000;
/** How many it compares of each of many buckets: of more a client that reads them takes less time. */
const COMPARED_A_BUCKET = 8;

/**
 * Writes a record, its postings and their lists where nothing is in the way: no record or claim of the id, no posting within
 * the distance, nothing that cannot be read or written. Keys settings of the shard, record, claim, ids, times, the buckets
 * that it is to stand in, those to be looked through; mark, record, id, time, posting, how many buckets it is to stand in,
 * distance. It returns 1 once it is there, 2 if something is near, and 0 if it is to be done step by step. The record comes
 * last, as above.
 */
export const INSERT = `${UNLESS_LOST}
${HAS_MARK}${LOOK}
local record = redis.pcall('GET', KEYS[2])
if record then return type(record) == 'string' and has(record, ARGV[1]) and 1 or 0 end
if redis.pcall('GET', KEYS[3]) then return 0 end

local last, distance = 5 + ARGV[6], tonumber(ARGV[7])
local places = inhabited(last + 1, ${MOST_COMPARED})
if not places then return 0 end
for _, place in ipairs(places) do
  if isNearIn(KEYS[place], ARGV[5], distance) then return 2 end
end

local function isDone(...)
  local answer = redis.pcall(...)
  return type(answer) ~= 'table' or not answer.err
end
for i = 6, last do
  if not isDone('HSET', KEYS[i], ARGV[1], ARGV[5]) then return 0 end
end
local isListed = isDone('ZADD', KEYS[4], 0, ARGV[3]) and isDone('ZADD', KEYS[5], ARGV[4], ARGV[3])
return isListed and isDone('SET', KEYS[2], ARGV[2]) and 1 or 0`;

/**
 * The buckets of many in which a posting is within a distance: keys buckets; posting, distance. It returns their places,
 * counted from 1, and nothing where they are too full or one cannot be read.
 */
export const SIFT_NEAR = `${LOOK}
local places = inhabited(1, math.min(${MOST_COMPARED}, ${COMPARED_A_BUCKET} * #KEYS))
if not places then return false end
local found = {}
for _, place in ipairs(places) do
  if isNearIn(KEYS[place], ARGV[1], tonumber(ARGV[2])) then table.insert(found, place) end
end
return found`;

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

/** The records of many that are there: key record. */
export const SIFT_STORED = siftingBy(`redis.call('EXISTS', key) == 0`);

/** The ids of many that are not in their list: key ids; id. */
export const SIFT_UNLISTED = siftingBy(`type(redis.pcall('ZSCORE', key, ARGV[place])) == 'string'`);

/** The postings of many that do not stand where they ought to: key bucket; mark, text. */
export const SIFT_MISSING = siftingBy(`redis.pcall('HGET', key, ARGV[2 * place - 1]) == ARGV[2 * place]`);

/** The postings of many that no record stands behind: key record; mark. A record begins with its mark, of eleven letters. */
export const SIFT_UNRECORDED = siftingBy(`redis.pcall('GETRANGE', key, 0, 13) == '["' .. ARGV[place] .. '"'`);
