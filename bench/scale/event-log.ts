// What Spark writes about its tasks, by the stages of our job.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../measure.ts';

/** A stage of our job, which is one or several of Spark's; times in milliseconds since 1970. */
export interface Stage {
  readonly name: string;
  readonly begun: number;
  readonly ended: number;
}

export interface StageTasks {
  readonly name: string;
  /** From its beginning to its end. */
  readonly seconds: number;
  readonly tasks: number;
  /** What all tasks took together. */
  readonly taskSeconds: number;
  /** The longest task, in seconds, … */
  readonly longest: number;
  /** … and how many times that is the median of the tasks of its stage of Spark. */
  readonly ofMedian: number;
  /** What was written to be sent to other tasks. */
  readonly rows: number;
  readonly bytes: number;
}

interface Task {
  readonly stage: number;
  readonly launched: number;
  readonly seconds: number;
  readonly rows: number;
  readonly bytes: number;
}

export function tasksOf(log: string, stages: readonly Stage[]): StageTasks[] {
  const tasks = readdirSync(log).flatMap((name) => tasksIn(readFileSync(join(log, name), 'utf8')));
  return stages.map(({ name, begun, ended }) => {
    const own = tasks.filter(({ launched }) => launched >= begun && launched < ended);
    const longest = own.reduce((most, task) => (task.seconds > most.seconds ? task : most), NO_TASK);
    const beside = own.filter(({ stage }) => stage === longest.stage).map(({ seconds }) => seconds);
    const sum = (of: 'seconds' | 'rows' | 'bytes') => own.reduce((total, task) => total + task[of], 0);
    return {
      name,
      seconds: (ended - begun) / 1000,
      tasks: own.length,
      taskSeconds: sum('seconds'),
      longest: longest.seconds,
      ofMedian: longest.seconds / median(beside),
      rows: sum('rows'),
      bytes: sum('bytes'),
    };
  });
}

const NO_TASK: Task = { stage: -1, launched: 0, seconds: 0, rows: 0, bytes: 0 };

function tasksIn(log: string): Task[] {
  return log
    .split('\n')
    .filter((line) => line.startsWith('{"Event":"SparkListenerTaskEnd"'))
    .map((line) => {
      const event = JSON.parse(line);
      const { 'Launch Time': launched, 'Finish Time': finished } = event['Task Info'];
      const shuffled = event['Task Metrics']?.['Shuffle Write Metrics'];
      return {
        stage: event['Stage ID'],
        launched,
        seconds: (finished - launched) / 1000,
        rows: shuffled?.['Shuffle Records Written'] ?? 0,
        bytes: shuffled?.['Shuffle Bytes Written'] ?? 0,
      };
    });
}
