/** Copies a text to the clipboard. The Clipboard API needs TLS; other pages use the older command. */
export async function copyText(text: string): Promise<void> {
  if (isSecureContext) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  // Within an open dialog nothing outside of it can have the focus.
  const place = document.querySelector('[role=dialog][data-open]') ?? document.body
  place.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (!done) throw new Error(text)
}
