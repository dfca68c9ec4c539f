/** Uniform numbers of [0, 1), reproducible by seed (Park and Miller). */
export function seeded(seed: number): () => number {
  let state = seed + 1;
  for (let i = 0; i < 3; i++) state = (state * 48271) % 2147483647;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
