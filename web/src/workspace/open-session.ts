import { pause } from '@switchboard/client'
import { isUnreachable } from '../api/api-failure.ts'
import { type ChatOutput, callChat, rememberCsrfToken } from '../api/chat-api.ts'
import { deleteStoredChat, isStoredFor, storedChatSignal } from '../api/delete-stored-chat.ts'
import { findWorker } from '../api/register-worker.ts'
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

/** The organization requires a second factor, which the person has not set up. */
export class FactorMissing extends Error {}

/**
 * Throws a 401 if nobody is signed in. Without a connection, the chat opens with what the last visit has stored, if it
 * has.
 */
export async function openSession(onSignedOut: () => void): Promise<Session> {
  try {
    return await openLiveSession(onSignedOut)
  } catch (error) {
    const stored = isUnreachable(error) && !isPortalPath(location.pathname) && (await openStoredChat())
    if (!stored) throw error
    await takeLanguageOf(stored)
    return { caller: sessionCaller(''), chat: stored, account: undefined }
  }
}

/** Delays the first copy: the first view has to be shown first. */
const STORE_AFTER_MS = 3000

/** Keeps a copy of the chat for times without a network, in browsers where the app can then be opened. */
export async function storeChat(chat: Workspace, ended: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([ended, storedChatSignal()])
  if (chat.storedAt !== undefined || !(await findWorker())) return
  await pause(STORE_AFTER_MS, signal)
  if (signal.aborted) return
  const { keepStoredChat } = await import('../chat/offline/keep-stored-chat.ts')
  await keepStoredChat(chat, signal)
}

async function openStoredChat(): Promise<Workspace | undefined> {
  try {
    return await (await import('../chat/offline/open-stored-workspace.ts')).openStoredWorkspace()
  } catch {
    // It cannot be read, or the browser forbids it.
    return undefined
  }
}

async function openLiveSession(onSignedOut: () => void): Promise<Session> {
  const key = isPortalPath(location.pathname) ? rememberedKey() : undefined
  if (key) return { caller: key, chat: undefined, account: undefined }
  const { csrf_token: csrfToken, must_set_up_two_factor: lacksFactor } = await callChat(
    'GET /sessions/current',
    {},
  )
  rememberCsrfToken(csrfToken)
  if (lacksFactor) throw new FactorMissing()
  const next = nextPage()
  if (next !== undefined) replaceAddress(next)
  const [chat, account] = await Promise.all([openWorkspace(onSignedOut), callChat('GET /workspace', {})])
  if (!isStoredFor(chat.state.get().me.userId)) await deleteStoredChat()
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
