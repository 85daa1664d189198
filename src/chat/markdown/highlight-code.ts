import type { LanguageFn } from 'highlight.js'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import lua from 'highlight.js/lib/languages/lua'
import makefile from 'highlight.js/lib/languages/makefile'
import markdown from 'highlight.js/lib/languages/markdown'
import perl from 'highlight.js/lib/languages/perl'
import php from 'highlight.js/lib/languages/php'
import powershell from 'highlight.js/lib/languages/powershell'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import shell from 'highlight.js/lib/languages/shell'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { escapeHtml } from './escape-html.ts'

export const codeLanguages: readonly CodeLanguage[] = [
  { id: 'bash', title: 'Bash', grammar: bash },
  { id: 'c', title: 'C', grammar: c },
  { id: 'cpp', title: 'C++', grammar: cpp },
  { id: 'csharp', title: 'C#', grammar: csharp },
  { id: 'css', title: 'CSS', grammar: css },
  { id: 'diff', title: 'Diff', grammar: diff },
  { id: 'dockerfile', title: 'Docker', grammar: dockerfile },
  { id: 'go', title: 'Go', grammar: go },
  { id: 'html', title: 'HTML', grammar: xml },
  { id: 'ini', title: 'INI', grammar: ini },
  { id: 'java', title: 'Java', grammar: java },
  { id: 'javascript', title: 'JavaScript', grammar: javascript },
  { id: 'json', title: 'JSON', grammar: json },
  { id: 'kotlin', title: 'Kotlin', grammar: kotlin },
  { id: 'lua', title: 'Lua', grammar: lua },
  { id: 'makefile', title: 'Makefile', grammar: makefile },
  { id: 'markdown', title: 'Markdown', grammar: markdown },
  { id: 'perl', title: 'Perl', grammar: perl },
  { id: 'php', title: 'PHP', grammar: php },
  { id: 'powershell', title: 'PowerShell', grammar: powershell },
  { id: 'python', title: 'Python', grammar: python },
  { id: 'ruby', title: 'Ruby', grammar: ruby },
  { id: 'rust', title: 'Rust', grammar: rust },
  { id: 'shell', title: 'Shell Session', grammar: shell },
  { id: 'sql', title: 'SQL', grammar: sql },
  { id: 'swift', title: 'Swift', grammar: swift },
  { id: 'typescript', title: 'TypeScript', grammar: typescript },
  { id: 'xml', title: 'XML', grammar: xml },
  { id: 'yaml', title: 'YAML', grammar: yaml },
]

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

interface CodeLanguage {
  id: string
  /** Shown by clients next to the code. */
  title: string
  grammar: LanguageFn
}
