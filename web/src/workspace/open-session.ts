import { type ChatOutput, callChat, rememberCsrfToken } from '../api/chat-api.ts'
import type { TelephonyCaller } from '../api/telephony-api.ts'
import { openWorkspace, type Workspace } from '../chat/state/workspace.ts'
import { rememberedKey, sessionCaller } from '../portal/shell/portal-session.ts'
import { isPortalPath, replaceAddress } from '../shell/address.ts'
import { changeLanguage, isLanguage } from '../texts/language.ts'

/** Somebody who is signed in: with an account, which has chat and perhaps phones, or with an API key of a company. */
export interface Session {
  caller: TelephonyCaller
  chat: Workspace | undefined
  account: ChatOutput<'GET /workspace'> | undefined
}

/** Throws a 401 if nobody is signed in. */
export async function openSession(onSignedOut: () => void): Promise<Session> {
  const key = isPortalPath(location.pathname) ? rememberedKey() : undefined
  if (key) return { caller: key, chat: undefined, account: undefined }
  const { csrf_token: csrfToken } = await callChat('GET /sessions/current', {})
  rememberCsrfToken(csrfToken)
  const next = nextPage()
  if (next !== undefined) replaceAddress(next)
  const [chat, account] = await Promise.all([openWorkspace(onSignedOut), callChat('GET /workspace', {})])
  await takeLanguageOf(chat)
  return { caller: sessionCaller(csrfToken), chat, account }
}

/** The portal sends people to the sign-in, and gets them back. */
function nextPage(): string | undefined {
  const next = new URLSearchParams(location.search).get('next') ?? ''
  return /^\/portal(\/[\w/-]*)?$/.test(next) ? next : undefined
}

/** The language is a setting of the account, so it is the same in every browser. */
async function takeLanguageOf(workspace: Workspace): Promise<void> {
  const { default_language: language } = workspace.state.get().settings
  const wanted = language.slice(0, 2)
  if (isLanguage(wanted)) await changeLanguage(wanted)
}
