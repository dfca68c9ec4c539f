import type { SolveDispatch } from "./problem.ts";
import { solveByValueFunction } from "./value-function-solver.ts";

/** The exact fast solver alone; cases it cannot do have no place in tests that use it. */
export const fastSolve: SolveDispatch = async (problems, onProgress) =>
  problems.map((problem, index) => {
    const result = solveByValueFunction(problem);
    if (!result.ok) throw new Error(`not exact at step ${result.step}`);
    onProgress?.({ fraction: (index + 1) / problems.length, iterations: 0 });
    return result.solution;
  });
