import Fastify from 'fastify'
import { parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import { integrations } from '../../../src/chat/bots/incoming-webhooks/integrations.ts'
import { addDocsRoute } from '../../../src/server/http/create-server.ts'

async function fetchPage(url: string) {
  const app = Fastify()
  addDocsRoute(app, 'http://chat.example.com/')
  return app.inject({ url })
}

const pages = ['/docs/webhooks', ...[...integrations.keys()].map((name) => `/docs/webhooks/${name}`)]

describe.each(pages)('%s', (url) => {
  test('is a page without scripts whose links all lead somewhere', async () => {
    const answer = await fetchPage(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(answer.body).not.toMatch(/<script|<img|<link| style=| on[a-z]+=/)
    const problems: string[] = []
    parse(answer.body, { onParseError: (problem) => problems.push(problem.code) })
    expect(problems).toEqual([])
    const links = [...answer.body.matchAll(/ href="(\/[^"]*)"/g)].map((match) => match[1]!)
    expect(links).toEqual(expect.arrayContaining(['/docs', ...pages]))
    for (const link of new Set(links)) expect(pages.includes(link) || link === '/docs', link).toBe(true)
  })
})

test('/docs has a link to the guides', async () => {
  expect((await fetchPage('/docs')).body).toContain('<a href="/docs/webhooks">')
})

test('a page has the address of this server, the steps, the options, the events and the messages', async () => {
  const { body } = await fetchPage('/docs/webhooks/github')
  expect(body).toContain('http://chat.example.com/api/v1/external/github?api_key=API_KEY&amp;stream=STREAM')
  expect(body).toContain('<strong>Add webhook</strong>')
  expect(body).toContain('<li><code>branches</code>: ')
  expect(body).toContain('<li><code>pull_request_review_comment</code></li>')
  expect(body).toContain(
    '<h3>Two commits are pushed</h3>\n<p>Topic <code>engine / main</code></p>\n<blockquote>',
  )
  expect(body).toContain('>pushed 2 commits</a> to <code>main</code>:')
})

test('an unknown integration has no page', async () => {
  expect((await fetchPage('/docs/webhooks/nosuch')).statusCode).toBe(404)
})
