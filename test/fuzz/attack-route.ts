import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import type { Route } from './documented-routes.ts'
import { type HostileRequest, hostileRequest } from './hostile-requests.ts'
import type { Pool } from './hostile-values.ts'

/** How many different requests each route gets, from every kind of caller; more by `FUZZ_RUNS=500 npx vitest run test/fuzz`. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 2)
/** The same requests every time, unless told otherwise: a failure can be repeated. */
export const SEED = Number(process.env.FUZZ_SEED ?? 20_261_115)
const TIMEOUT_MS = 20_000

export interface Attacker {
  name: string
  /** whose markers it may see */
  tenant: string
  headers: Record<string, string>
}

export interface Answered {
  status: number
  headers: Record<string, unknown>
  text: string
}

export interface Target {
  app: FastifyInstance
  pool: Pool
  /** Anew for each route: earlier ones may have closed accounts and taken keys away. */
  attackers(route?: Route): Promise<Attacker[]>
  /** texts that only those of a tenant may ever see */
  markers: Record<string, string>
  /** Throws when an answer is not in the product's form. `exact`: the address is the route's own. */
  checkForm(route: Route, request: HostileRequest, answer: Answered, exact: boolean): void
}

/** Sends hostile requests to one route as everybody; throws at the first answer that must not be. */
export async function attackRoute(target: Target, route: Route): Promise<void> {
  const attackers = await target.attackers(route)
  const property = fc.asyncProperty(hostileRequest(route, target.pool), async (request) => {
    await Promise.all(attackers.map((attacker) => attackOnce(target, route, request, attacker)))
  })
  // Biased towards edges, the few runs of a route would be all edge and never get anywhere.
  const plan = { numRuns: RUNS, seed: SEED, endOnFailure: true, unbiased: true }
  const result = await fc.check(property, plan)
  if (!result.failed) return
  const [request] = result.counterexample ?? []
  throw new Error(
    `seed ${SEED}: ${(result.errorInstance as Error | null)?.message}\nfor ${JSON.stringify(request)?.slice(0, 3000)}`,
    { cause: result.errorInstance },
  )
}

async function attackOnce(
  target: Target,
  route: Route,
  request: HostileRequest,
  attacker: Attacker,
): Promise<void> {
  // Dots in a path may lead out of both products, to the web app.
  if (new URL(request.url, 'http://x').pathname === '/') return
  const answer = await ask(target.app, { ...request, headers: { ...attacker.headers, ...request.headers } })
  const told = `${attacker.name}: ${route.method} ${route.path} answered ${answer.status} ${answer.text.slice(0, 500)}`
  if (answer.status >= 500) throw new Error(told)
  const shown = `${answer.text}${JSON.stringify(answer.headers)}`
  for (const [tenant, marker] of Object.entries(target.markers)) {
    if (tenant !== attacker.tenant && shown.includes(marker)) throw new Error(`what is ${tenant}'s: ${told}`)
  }
  try {
    target.checkForm(route, request, answer, isExact(route, request.url))
  } catch (error) {
    throw new Error(`${told}\n${(error as Error).message}`)
  }
  remember(target.pool, answer.text)
}

async function ask(app: FastifyInstance, request: HostileRequest): Promise<Answered> {
  let timer: NodeJS.Timeout | undefined
  const promptly = <T>(work: () => Promise<T>) => Promise.race([work(), late])
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${TIMEOUT_MS} ms: ${request.method} ${request.url}`)),
      TIMEOUT_MS,
    )
  })
  try {
    const sent = { ...request, remoteAddress: nextAddress(), payloadAsStream: true }
    const { statusCode: status, headers, stream } = await promptly(() => app.inject(sent))
    if (!String(headers['content-type']).startsWith('text/event-stream')) {
      return { status, headers, text: await promptly(() => text(stream())) }
    }
    // It would go on for ever: its beginning is enough.
    const [beginning] = await promptly(() => once(stream(), 'data'))
    stream().destroy()
    return { status, headers, text: String(beginning) }
  } finally {
    clearTimeout(timer)
  }
}

let asked = 0

/** From many addresses: one address that guesses credentials is soon blocked, and could not go on. */
function nextAddress(): string {
  asked += 1
  return `10.${(asked >> 8) & 255}.${asked & 255}.1`
}

/** Whether the address reaches the route itself, after everything that URLs do to a path. */
function isExact(route: Route, url: string): boolean {
  const { pathname } = new URL(url, 'http://x')
  const pattern = new RegExp(`^${route.path.replace(/\{[^}]+\}/g, '[^/]+')}$`)
  try {
    return (
      pattern.test(pathname) &&
      decodeURIComponent(pathname)
        .split('/')
        .every((part) => part.length <= 500)
    )
  } catch {
    return false
  }
}

const MAX_KNOWN = 400
const MAX_OF_A_NAME = 40
const named = /"([a-z_]*(?:id|uuid|email|name|token|topic|uri|url|number|key))":"([^"\\]{1,200})"/g

/** What answers name can be asked for later, also by those to whom it does not belong. */
export function remember(pool: Pool, text: string): void {
  for (const [, name, value] of text.slice(0, 50_000).matchAll(named)) {
    if (value!.includes('marker')) continue
    keep(pool.known, value!, MAX_KNOWN)
    pool.byName[name!] ??= []
    keep(pool.byName[name!]!, value!, MAX_OF_A_NAME)
  }
}

function keep(list: string[], value: string, most: number): void {
  if (list.includes(value)) return
  if (list.length < most) list.push(value)
  else list[value.length % most] = value
}
