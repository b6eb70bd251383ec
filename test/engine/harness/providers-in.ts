/** The code that the state holds, once for each time it holds it. */
export function providersIn(state: string): string[] {
  const texts = state.matchAll(/"__provider":\s*("(?:[^"\\]|\\.)*")/g);
  return [...texts].map(([, text = '""']) => String(JSON.parse(text)));
}
