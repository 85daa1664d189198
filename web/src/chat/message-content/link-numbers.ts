/** With a country code, or as people in North America write it; not a part of a longer number or word. */
const NUMBER =
  /(?<![\w.+/-])(?:\+\d[\d .()/-]{6,18}\d|\(\d{3}\) ?\d{3}[ .-]\d{4}|\d{3}[.-]\d{3}[.-]\d{4})(?![\w-])/g

/** Makes links of the phone numbers in a message, which call them until the signal ends it. */
export function linkNumbers(
  root: HTMLElement,
  placeCall: (number: string) => void,
  signal: AbortSignal,
): void {
  if (signal.aborted) return
  const onClick = (event: MouseEvent) => {
    const link = (event.target as HTMLElement).closest<HTMLAnchorElement>('a[href^="tel:"]')
    if (!link) return
    event.preventDefault()
    placeCall(link.href.slice('tel:'.length))
  }
  root.addEventListener('click', onClick, { signal })
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (!text.parentElement?.closest('a, button, code, pre, [role=button], .emoji, time')) linkIn(text)
  }
}

function linkIn(text: Text): void {
  const pieces: (string | Node)[] = []
  let end = 0
  for (const match of text.data.matchAll(NUMBER)) {
    const link = document.createElement('a')
    link.href = `tel:${match[0].replace(/[^\d+]/g, '')}`
    link.textContent = match[0]
    pieces.push(text.data.slice(end, match.index), link)
    end = match.index + match[0].length
  }
  if (pieces.length > 0) text.replaceWith(...pieces, text.data.slice(end))
}
