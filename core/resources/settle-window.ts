/**
 * Milliseconds for which a list may not show a write. No document says how long lists lag: this is what projectsync
 * assumes (docs/internals/decisions/0001-settle-window.md).
 */
export const SETTLE_WINDOW = 10_000;
/** Milliseconds to wait before each read. A test checks that their sum is one settle window. */
export const READ_DELAYS: readonly number[] = [0, 500, 1_500, 3_000, 5_000];
