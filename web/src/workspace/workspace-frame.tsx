import { ApiError, backOffMs, pause } from '@switchboard/client'
import {
  lazy,
  type MouseEvent,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react'
import { messageOf } from '../api/api-failure.ts'
import { type ChatOutput, callChat } from '../api/chat-api.ts'
import { deleteStoredChat } from '../api/delete-stored-chat.ts'
import { endPush } from '../api/device-push.ts'
import { ChatBackground } from '../chat/chat-background.tsx'
import type { ChatState } from '../chat/state/chat-state.ts'
import { unreadCounts } from '../chat/state/unread.ts'
import { useChat } from '../chat/state/workspace.ts'
import type { Phones } from '../portal/shell/phones-session.tsx'
import { forgetCaller, rememberCaller } from '../portal/shell/portal-session.ts'
import { answerLeaving, followAddress, isPortalPath, useIsLeaving, usePathname } from '../shell/address.ts'
import { desktopApp } from '../shell/desktop-app.ts'
import { useDocumentTitle } from '../shell/page-title.ts'
import { useRegionKeys } from '../shell/region-keys.ts'
import { t } from '../texts/texts.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { showToast } from '../ui/toast.tsx'
import { ErrorState, LoadingState } from '../ui/view-states.tsx'
import { AppRail } from './app-rail.tsx'
import type { Session } from './open-session.ts'
import { SwitcherOpener } from './switcher/switcher-opener.tsx'
import styles from './workspace-frame.module.css'

const NoPhones = lazy(async () => ({ default: (await import('../portal/shell/no-phones.tsx')).NoPhones }))

const PortalView = lazy(async () => ({ default: (await import('../portal/portal-view.tsx')).PortalView }))

const ChatView = lazy(async () => ({
  default: (await import('./chat-view.tsx')).ChatView,
}))
const DesktopAppLink = lazy(async () => ({
  default: (await untilLoaded(() => import('./desktop-app-link.tsx'))).DesktopAppLink,
}))
const Softphone = lazy(async () => ({
  default: (await untilLoaded(() => import('./softphone/softphone.tsx'))).Softphone,
}))
const PhonesSession = lazy(async () => ({
  default: (await untilLoaded(() => import('../portal/shell/phones-session.tsx'))).PhonesSession,
}))

/** Parts that work in the background must not end the page when the server is away while they load. */
async function untilLoaded<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await load()
    } catch {
      await pause(backOffMs(attempt))
    }
  }
}

interface WorkspaceFrameProps {
  session: Session
  onChange: (session: Session) => void
  /** `refused`: the server ended it. */
  onLeave: (refused: boolean) => void
}

/** One frame around chat and phones: the rail, the open app, and what goes on in the background. */
export function WorkspaceFrame({ session, onChange, onLeave }: WorkspaceFrameProps) {
  const { caller, chat, account } = session
  const inPortal = isPortalPath(usePathname())
  useRegionKeys()
  const [phones, setPhones] = useState<Phones>()
  const [problem, setProblem] = useState<PhonesProblem>()
  const isLive = chat?.storedAt === undefined
  const isChatAdmin = useIsChatAdmin(chat)
  const hasPhones = isLive && problem !== 'refused' && (!account || account.phone_role !== null)

  const onAccount = useEffectEvent((next: ChatOutput<'GET /workspace'>) => {
    if (next.phone_user_id !== account?.phone_user_id || next.phone_role !== account.phone_role)
      onChange({ ...session, account: next })
  })
  const lacksPhones = account?.company != null && account.phone_user_id === null
  useEffect(() => {
    if (!chat || !isLive) return
    // At the next event, or the next start, if it fails now.
    const ask = () => void callChat('GET /workspace', {}).then(onAccount, () => undefined)
    // It may have changed between the first response and the first event.
    if (lacksPhones) ask()
    const ends = [
      chat.listen(({ type }) => type === 'account_link_changed' && ask()),
      chat.generation.subscribe(ask),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [chat, isLive, lacksPhones])
  const switchTo = (userId: string | undefined) => {
    const next = caller.kind === 'key' ? { ...caller, userId: userId! } : { ...caller, userId }
    rememberCaller(next)
    setPhones(undefined)
    setProblem(undefined)
    onChange({ ...session, caller: next })
  }
  const onRefused = () => {
    if (caller.kind === 'key') onLeave(true)
    else if (caller.userId !== undefined) switchTo(undefined)
    else setProblem('refused')
  }
  const onError = useCallback((error: unknown, retry: () => void) => setProblem({ error, retry }), [])
  const onPhones = useCallback((next: Phones | undefined) => {
    setPhones(next)
    if (next) setProblem(undefined)
  }, [])
  async function signOut() {
    if (!chat) return onLeave(false)
    // Also when the server cannot be reached: nothing stays on a computer that somebody leaves.
    await deleteStoredChat()
    try {
      await endPush()
      await callChat('DELETE /sessions/current', {})
    } catch (error) {
      return showToast(messageOf(error), 'danger')
    }
    chat.outbox.stop()
    forgetCaller()
    location.assign('/')
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it are what is clicked
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div className={styles.frame} onClick={followLink}>
      <button type="button" className={styles.skip} onClick={() => document.getElementById('main')?.focus()}>
        {t.shell.skip}
      </button>
      <AppRail
        inPortal={inPortal}
        hasChat={chat !== undefined}
        hasPhones={hasPhones}
        phones={phones}
        onSwitch={switchTo}
        onSignOut={() => void signOut()}
      />
      <div className={styles.content}>
        <ErrorBoundary key={inPortal ? 'portal' : 'chat'}>
          <Suspense fallback={<LoadingState />}>
            {inPortal ? (
              <PhonesPage
                session={session}
                phones={hasPhones ? phones : undefined}
                problem={problem}
                onSwitch={switchTo}
                onConnected={(next) => onChange({ ...session, account: next })}
              />
            ) : (
              chat && <ChatView />
            )}
          </Suspense>
        </ErrorBoundary>
      </div>
      {hasPhones && (
        <Suspense>
          <PhonesSession
            key={caller.userId}
            {...{ caller, account, isChatAdmin, onChange: onPhones, onError, onRefused }}
          />
        </Suspense>
      )}
      {phones && caller.kind === 'session' && caller.userId === undefined && (
        <Suspense>
          <Softphone phones={phones} />
        </Suspense>
      )}
      {chat && isLive && <ChatBackground />}
      <SwitcherOpener hasChat={chat !== undefined} phones={phones} />
      <WorkspaceTitle hasChat={chat !== undefined} phones={phones} onSignOut={() => void signOut()} />
      <LeaveDialog />
    </div>
  )
}

/** With an API key of a company there is no chat. */
const useIsChatAdmin = (chat: Session['chat']): boolean =>
  useSyncExternalStore(chat?.state.subscribe ?? listenToNothing, () => chat?.state.get().me.isAdmin ?? false)

const listenToNothing = () => () => undefined

/** Asks before unsaved changes are lost. */
function LeaveDialog() {
  const isLeaving = useIsLeaving()
  if (!isLeaving) return null
  const { leaveTitle, leave, leaveText } = t.resource.form
  return (
    <ConfirmDialog
      title={leaveTitle}
      confirm={leave}
      onConfirm={async () => answerLeaving(true)}
      onClose={() => answerLeaving(false)}
    >
      {leaveText}
    </ConfirmDialog>
  )
}

interface WorkspaceTitleProps {
  hasChat: boolean
  phones: Phones | undefined
  onSignOut: () => void
}

/** One number for chat and phones in the title and the icon of the browser tab, or of the desktop app. */
function WorkspaceTitle({ hasChat, phones, onSignOut }: WorkspaceTitleProps) {
  const unread = phones?.unreadTotal ?? 0
  if (hasChat) return <ChatTitle ofPhones={unread} onSignOut={onSignOut} />
  return phones ? <PhonesTitle name={phones.portal.company.name} unread={unread} /> : null
}

function ChatTitle({ ofPhones, onSignOut }: { ofPhones: number; onSignOut: () => void }) {
  const name = useChat((state) => state.realm.name)
  const unread = useChat((state) => titleCount(state, ofPhones))
  useDocumentTitle(name, unread)
  if (!desktopApp()) return null
  return (
    <Suspense>
      <DesktopAppLink unread={unread} onSignOut={onSignOut} />
    </Suspense>
  )
}

function PhonesTitle({ name, unread }: { name: string; unread: number }) {
  useDocumentTitle(name, unread)
  return null
}

/** Why there are no phones: the server does not accept the person there, or they could not be loaded. */
type PhonesProblem = 'refused' | { error: unknown; retry: () => void }

interface PhonesPageProps {
  session: Session
  phones: Phones | undefined
  problem: PhonesProblem | undefined
  onSwitch: (userId: string | undefined) => void
  onConnected: (account: ChatOutput<'GET /workspace'>) => void
}

/** The portal, or why there is none. */
function PhonesPage({ session, phones, problem, onSwitch, onConnected }: PhonesPageProps) {
  const { account, chat } = session
  if (chat?.storedAt !== undefined)
    return <ErrorState error={new ApiError('', { status: 0, code: 'UNREACHABLE' })} />
  if (phones) {
    if (chat) return <MembersPortal phones={phones} onSwitch={onSwitch} />
    const organization = { name: phones.portal.company.name, icon: null }
    return <PortalView {...{ phones, organization, onSwitch }} />
  }
  if (account && (account.phone_role === null || problem === 'refused'))
    return (
      <NoPhones
        phones={{ ...account, may_connect: account.may_connect && problem !== 'refused' }}
        onConnected={onConnected}
      />
    )
  if (typeof problem === 'object') return <ErrorState error={problem.error} onRetry={problem.retry} />
  return <LoadingState />
}

/** The name and the picture of the organization are those of the chat. */
function MembersPortal(props: { phones: Phones; onSwitch: (userId: string | undefined) => void }) {
  const name = useChat((state) => state.realm.name)
  const icon = useChat((state) => state.realm.icon_url)
  return <PortalView {...props} organization={{ name, icon }} />
}

/** A click on a link to the other app opens it without loading the page again. */
function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.origin !== location.origin || link.target !== '' || link.hasAttribute('download')) return
  const isOurs = link.pathname === '/' || isPortalPath(link.pathname)
  // The browser follows links within the chat: they only change the hash.
  if (!isOurs || link.pathname === location.pathname) return
  event.preventDefault()
  followAddress(link.pathname + link.search + link.hash)
}

const PERSONAL = 2
const NOTHING = 3

/**
 * What the title and the icon count: everything unread, only direct messages and mentions, or nothing. What is new on
 * the phones is always for the reader.
 */
function titleCount(state: ChatState, ofPhones: number): number {
  const choice = state.settings.desktop_icon_count_display
  if (choice === NOTHING) return 0
  const counts = unreadCounts(state)
  if (choice !== PERSONAL) return counts.total + ofPhones
  const direct = new Set<number>()
  for (const [key, { ids }] of state.unread.conversations) {
    if (key.startsWith('d')) for (const id of ids) direct.add(id)
  }
  const mentions = [...state.unread.mentions].filter((id) => !direct.has(id))
  return counts.direct + mentions.length + ofPhones
}
