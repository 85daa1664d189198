import type { Locator } from 'playwright-core'

/** Types a name or number into a field that searches on the server, and chooses what it finds. */
export async function chooseFound(field: Locator, name: string, typed = name): Promise<void> {
  await field.fill(typed)
  await field.page().getByRole('option', { name }).click()
}
