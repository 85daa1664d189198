export interface Sample {
  /** `GET /api/v1/users` */
  call: string
  language: string
  code: string
}

/** The samples of a reference page. */
export function readSamples(page: string): Sample[] {
  return page.split('<article ').flatMap((article) => {
    const [, verb, path] = /data-verb="([a-z]+)" data-path="([^"]+)"/.exec(article) ?? []
    if (!verb) return []
    const found = article.matchAll(
      /data-language="(\w+)"[^>]*>\s*<summary>\w+<\/summary>\s*<pre[^>]*>([^<]*)</g,
    )
    return [...found].map(([, language, code]) => ({
      call: `${verb.toUpperCase()} ${path}`,
      language: language!,
      code: plainText(code!),
    }))
  })
}

const entities: Record<string, string> = { quot: '"', '#39': "'", lt: '<', gt: '>', amp: '&' }

const plainText = (text: string) => text.replace(/&(#?\w+);/g, (_, name: string) => entities[name] ?? '?')
