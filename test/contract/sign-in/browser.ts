import type { Answer, ApiClient } from '../../harness/api-client.ts'

/** What a browser keeps of an answer that begins a session, and how it asks from then on. */
export interface Browser {
  client: ApiClient
  cookie: string
  token: string
  csrf: string
}

export function browserOf(client: ApiClient, answer: Answer): Browser {
  if (answer.status !== 200) throw new Error(`no session: ${JSON.stringify(answer.body)}`)
  const cookie = cookieOf(answer)
  const csrf: string = answer.body.csrf_token
  return {
    client: client.with({ cookie, 'x-csrftoken': csrf }),
    cookie,
    token: cookie.split('=')[1]!,
    csrf,
  }
}

/** The name and the value of the cookie that an answer sets. */
export function cookieOf(answer: Answer): string {
  return String(answer.headers['set-cookie']).split(';', 1)[0]!
}

/** Signs in as somebody, without a password. */
export const signIn = async (nobody: ApiClient, username: string) =>
  browserOf(nobody, await nobody.post('/dev_sessions', { username }))
