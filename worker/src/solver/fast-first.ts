import type { DispatchSolution, SolveDispatch } from "@ecotrim/engine/dispatch/problem";
import { solveByValueFunction } from "@ecotrim/engine/dispatch/value-function-solver";

/** The exact fast solver first; problems that it cannot solve go to the other solver. */
export const fastFirst =
  (solveOther: SolveDispatch): SolveDispatch =>
  async (problems) => {
    const solutions: DispatchSolution[] = [];
    for (const problem of problems) {
      const started = performance.now();
      const fast = solveByValueFunction(problem);
      const milliseconds = performance.now() - started;
      solutions.push(...(fast.ok ? [{ ...fast.solution, milliseconds }] : await solveOther([problem])));
    }
    return solutions;
  };
