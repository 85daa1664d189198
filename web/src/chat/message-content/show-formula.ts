import katex from 'katex'
import 'katex/dist/katex.min.css'

/** Against formulas that would fill the page or never end. */
const limits = { maxSize: 20, maxExpand: 500 }

/** With MathML for screen readers. TeX that cannot be read stays as it was written. */
export function showFormula(source: HTMLElement): void {
  const isBlock = source.classList.contains('tex-block')
  const shown = document.createElement(isBlock ? 'div' : 'span')
  shown.className = isBlock ? 'tex-shown-block' : 'tex-shown'
  try {
    katex.render(source.textContent ?? '', shown, { displayMode: isBlock, strict: 'ignore', ...limits })
  } catch (error) {
    source.title = error instanceof Error ? error.message : String(error)
    return
  }
  // Long formulas scroll by the keyboard as well.
  if (isBlock) shown.tabIndex = 0
  source.replaceWith(shown)
}
