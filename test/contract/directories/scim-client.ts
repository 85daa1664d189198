import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { ApiClient } from '../../harness/api-client.ts'
import type { WorkspaceWorld } from '../../harness/workspace-world.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
type Body = any

export interface ScimAnswer {
  status: number
  headers: Record<string, unknown>
  body: Body
}

export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** Speaks SCIM as an identity provider does. */
export class ScimClient {
  readonly #app: FastifyInstance
  readonly #token: string
  readonly #host: string

  constructor(app: FastifyInstance, token: string, host = 'chat.example.com') {
    this.#app = app
    this.#token = token
    this.#host = host
  }

  /** With a new token of the administrator's organization. */
  static async connect({ app, people, signIn }: WorkspaceWorld): Promise<ScimClient> {
    const { cookie, csrfToken } = await signIn(people.ada)
    const browser = new ApiClient(app, undefined, { cookie, 'x-csrftoken': csrfToken })
    const { status, body } = await browser.post('/realm/scim/token')
    expect(status, JSON.stringify(body)).toBe(200)
    return new ScimClient(app, body.token)
  }

  async call(method: Method, path: string, body?: unknown, headers = {}): Promise<ScimAnswer> {
    const response = await this.#app.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        host: this.#host,
        authorization: `Bearer ${this.#token}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = response.body
    return {
      status: response.statusCode,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    }
  }

  get = (path: string) => this.call('GET', path)
  post = (path: string, body: unknown) => this.call('POST', path, body)
  put = (path: string, body: unknown) => this.call('PUT', path, body)
  patch = (path: string, ...operations: object[]) =>
    this.call('PATCH', path, { schemas: [PATCH_OP], Operations: operations })
  delete = (path: string) => this.call('DELETE', path)

  find = async (path: string, filter: string): Promise<Body> =>
    (await this.get(`${path}?filter=${encodeURIComponent(filter)}`)).body
}
