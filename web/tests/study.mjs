// Hands for the analysis board.

export const score = (page) => page.locator('.engine .score:not(.wait)').first();

/** Opens the analysis board and waits for the engine's first line. */
export async function analyse(page, address) {
  await page.goto(address);
  await score(page).waitFor();
}
