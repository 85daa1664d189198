/** A number as people write it. The API has E.164, and for our own numbers also ten digits. */
export function showNumber(number: string): string {
  const [, area, office, line] = /^(?:\+1)?(\d{3})(\d{3})(\d{4})$/.exec(number) ?? []
  return area === undefined ? number : `+1 ${area} ${office} ${line}`
}
