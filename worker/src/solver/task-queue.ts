import { queueOptionsSymbol, type TaskQueue } from "piscina";

type Task = Parameters<TaskQueue["push"]>[0];

/** Marks a task of a pool as one that lets those without the mark pass. */
export const BACKGROUND = { [queueOptionsSymbol]: {} };

/** Tasks in order of arrival, those in the background after all others. */
export function createTaskQueue(): TaskQueue {
  const foreground: Task[] = [];
  const background: Task[] = [];
  const lineOf = (task: Task) => (task[queueOptionsSymbol] ? background : foreground);
  return {
    get size() {
      return foreground.length + background.length;
    },
    push: (task) => void lineOf(task).push(task),
    unshift: (task) => void lineOf(task).unshift(task),
    shift: () => foreground.shift() ?? background.shift() ?? null,
    remove(task) {
      const line = lineOf(task);
      const index = line.indexOf(task);
      if (index >= 0) line.splice(index, 1);
    },
  };
}
