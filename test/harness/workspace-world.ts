import type { FastifyInstance } from 'fastify'
import { createDemoOrganization } from '../../src/chat/demo/create-demo-organization.ts'
import { beginSession } from '../../src/chat/identity/sessions/begin-session.ts'
import { csrfToken } from '../../src/chat/identity/sessions/refuse-forgery.ts'
import type { User } from '../../src/chat/identity/users/user.ts'
import type { Products } from '../../src/server/start/open-products.ts'
import { ACME_KEY, createDemoCompanies } from '../../src/telephony/demo/create-demo-companies.ts'
import { AccountSync } from '../../src/workspace/accounts/sync-accounts.ts'
import { linkDemo } from '../../src/workspace/demo/link-demo.ts'
import { InvitationSync } from '../../src/workspace/invitations/sync-invitations.ts'
import type { Workspace } from '../../src/workspace/workspace.ts'
import { ApiClient } from './api-client.ts'
import { demoTemplate } from './demo-template.ts'
import type { EngineName } from './engines.ts'
import { openTestServer } from './open-test-server.ts'
import { TelephonyClient } from './telephony-client.ts'
import type { TestClock } from './test-clock.ts'

/** A whole server with the demo organization and its phones. Ada owns them, Ben is a user, Cleo has none. */
export interface WorkspaceWorld {
  app: FastifyInstance
  workspace: Workspace
  clock: TestClock
  people: Record<'ada' | 'ben' | 'cleo' | 'gus', User>
  /** the uuid of Acme's instance */
  pbx: string
  /** the telephony users */
  contacts: { ada: string; ben: string }
  chatAs(user: User): ApiClient
  /** with Acme's API key */
  owner: TelephonyClient
  signIn(user: User): Promise<BrowserSession>
  /** Does at once what the job does every second. */
  sync(): Promise<void>
  listen(): Promise<string>
  stop(): Promise<void>
}

/** What a browser has after signing in. */
export interface BrowserSession {
  cookie: string
  csrfToken: string
  /** sends the cookie, and the token that our own pages send */
  phones: TelephonyClient
}

const HOST = 'chat.example.com'

async function seed({ chat, telephony, workspace }: Products) {
  const { people } = await createDemoOrganization(chat, undefined)
  const { acme } = await createDemoCompanies(telephony)
  await linkDemo(workspace)
  return { people, pbx: acme.instanceUuid, contacts: { ada: acme.owner.id, ben: acme.ben.id } }
}

export async function startWorkspaceWorld(
  engine: EngineName,
  settings: Record<string, string> = {},
): Promise<WorkspaceWorld> {
  const template = await demoTemplate(engine, settings, seed)
  const all = { PUBLIC_URL: `http://${HOST}`, NODE_ENV: 'development', ...settings }
  const { app, products, clock, stop } = await openTestServer(engine, all, {}, template?.place)
  const { people, pbx, contacts } = template ? structuredClone(template.demo) : await seed(products)
  const { workspace } = products
  const accounts = new AccountSync(workspace)
  const invitations = new InvitationSync(workspace)
  async function signIn(user: User): Promise<BrowserSession> {
    const { session, token } = await beginSession(workspace, user, 'a browser')
    const cookie = `switchboard_session=${token}`
    const proof = csrfToken(workspace, session)
    const phones = new TelephonyClient(app, { host: HOST, cookie, 'x-csrftoken': proof })
    return { cookie, csrfToken: proof, phones }
  }
  return {
    app,
    workspace,
    clock,
    people,
    pbx,
    contacts,
    chatAs: (user) =>
      new ApiClient(app, { email: user.email, key: workspace.secrets.decrypt(user.api_key_sealed) }),
    owner: new TelephonyClient(app, { authorization: `Bearer ${ACME_KEY}`, 'x-user-id': 'primary' }),
    signIn,
    async sync() {
      await accounts.runAll()
      await invitations.runAll()
    },
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    stop,
  }
}
