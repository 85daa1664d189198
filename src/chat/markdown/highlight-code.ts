import hljs from 'highlight.js/lib/core'
import { codeLanguages } from './code-languages.ts'
import { escapeHtml } from './escape-html.ts'

export function highlightCode(code: string, language: string, isPlain: boolean): string {
  if (language === '') return `${plainOpening}${escapeHtml(code)}${closing}`
  const known = findLanguage(language)
  const html =
    known && !isPlain && code.length <= maxLength
      ? highlighter.highlight(code, { language: known.id }).value
      : escapeHtml(code)
  const title = escapeHtml(known?.title ?? language)
  return `<div class="codehilite" data-code-language="${title}"><pre><span></span><code>${html}${closing}`
}

const maxLength = 8000
const plainOpening = '<div class="codehilite"><pre><span></span><code>'
const closing = '</code></pre></div>'

const highlighter = hljs.newInstance()
const byId = new Map(codeLanguages.map((language) => [language.id, language]))
const byAlias = new Map(byId)
for (const { id, grammar } of codeLanguages) {
  highlighter.registerLanguage(id, grammar)
  for (const alias of highlighter.getLanguage(id)?.aliases ?? []) {
    const language = byId.get(id)
    if (language && !byAlias.has(alias)) byAlias.set(alias, language)
  }
}

function findLanguage(name: string) {
  return byAlias.get(name.toLowerCase())
}
