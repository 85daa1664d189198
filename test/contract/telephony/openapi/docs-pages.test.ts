import Fastify from 'fastify'
import { parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import { describeChatApi } from '../../../../src/chat/openapi/describe-chat-api.ts'
import { documentText } from '../../../../src/platform/openapi/document-text.ts'
import { apiEndpoints } from '../../../../src/server/api-endpoints.ts'
import { addDocsRoute } from '../../../../src/server/http/create-server.ts'
import { describeTelephonyApi } from '../../../../src/telephony/describe-telephony-api.ts'

async function fetchPage(url: string) {
  const app = Fastify()
  addDocsRoute(app, 'http://chat.example.com/')
  return app.inject({ url })
}

/** What several elements have as their id; what a link leads to that is not there. */
function linksOf(body: string) {
  const ids = [...body.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!)
  const targets = [...body.matchAll(/ href="#([^"]+)"/g)].map((match) => match[1]!)
  return {
    targets,
    double: ids.filter((id, index) => ids.indexOf(id) !== index),
    broken: targets.filter((target) => !ids.includes(target)),
    pages: [...body.matchAll(/ href="(\/[^"]*)"/g)].map((match) => match[1]!),
  }
}

describe.each([
  ['/docs', []],
  ['/docs/chat', ['<script type="module" src="/docs/try.js">']],
  ['/docs/telephony', ['<script type="module" src="/docs/try.js">']],
])('%s', (url, scripts) => {
  test('is a page with no script but ours, whose links all lead somewhere', async () => {
    const answer = await fetchPage(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('text/html')
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(policy).not.toContain('unsafe')
    expect(policy.includes("script-src 'self'")).toBe(scripts.length > 0)
    expect(answer.body.match(/<script[^>]*>/g) ?? []).toEqual(scripts)
    expect(answer.body).not.toMatch(/<img|<link| style=| on[a-z]+=/)
    const problems: string[] = []
    parse(answer.body, { onParseError: (problem) => problems.push(problem.code) })
    expect(problems).toEqual([])
    const { double, broken, pages } = linksOf(answer.body)
    expect({ double, broken }).toEqual({ double: [], broken: [] })
    expect(pages.length).toBeGreaterThan(0)
    for (const page of pages) expect((await fetchPage(page)).statusCode, page).toBe(200)
  })
})

describe('/docs', () => {
  test('leads to both references and shows a first call of each', async () => {
    const { body } = await fetchPage('/docs')
    expect(linksOf(body).pages).toEqual(
      expect.arrayContaining(['/docs/chat', '/docs/telephony', '/docs/chat.json', '/docs/telephony.json']),
    )
    expect(body).toContain('http://chat.example.com/api/v1/users/me')
    expect(body).toContain(
      "curl http://chat.example.com/system/company/contacts \\\n  --header 'Authorization: Bearer dev-acme-key' \\\n  --header 'X-User-Id: primary'",
    )
  })
})

describe.each([
  ['chat', describeChatApi(apiEndpoints)],
  ['telephony', describeTelephonyApi()],
])('/docs/%s', (name, document) => {
  test('a page names every operation', async () => {
    const { targets } = linksOf((await fetchPage(`/docs/${name}`)).body)
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    )
    expect(targets).toEqual(expect.arrayContaining(ids))
  })

  test('has the document beside it', async () => {
    const answer = await fetchPage(`/docs/${name}.json`)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.body).toBe(documentText(document))
  })
})

describe('the examples', () => {
  test('of the chat are understood by a shell', async () => {
    const { body } = await fetchPage('/docs/chat')
    expect(body).toContain(`--data-urlencode 'content=Pizza, **today**?'`)
    expect(body).toContain('curl --request DELETE http://chat.example.com/api/v1/messages/42')
    expect(body).toContain('/api/v1/external/helloworld?api_key=API_KEY&amp;stream=test')
  })

  test('of the telephony are understood by a shell', async () => {
    const { body } = await fetchPage('/docs/telephony')
    expect(body).toContain('curl --request POST http://chat.example.com/company/contacts')
    expect(body).toContain("--header 'Authorization: Bearer dev-acme-key'")
    expect(body).toContain("--header 'X-User-Id: primary'")
    expect(body).toMatch(/--json '\{&quot;first_name&quot;:&quot;Grace&quot;/)
    expect(body).not.toContain('/company/contacts?')
  })
})
