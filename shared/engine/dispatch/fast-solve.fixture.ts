import type { SolveDispatch } from "./problem.ts";
import { solveByValueFunction } from "./value-function-solver.ts";

/** The exact fast solver alone; tests that use it must not contain problems it cannot solve. */
export const fastSolve: SolveDispatch = async (problems, onProgress) =>
  problems.map((problem, index) => {
    const result = solveByValueFunction(problem);
    if (!result.ok) throw new Error(`not exact at step ${result.step}`);
    onProgress?.({ fraction: (index + 1) / problems.length, iterations: 0 });
    return result.solution;
  });
