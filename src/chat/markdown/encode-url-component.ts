/** Like encodeURIComponent, but does not throw on a lone surrogate. */
export function encodeUrlComponent(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
}
