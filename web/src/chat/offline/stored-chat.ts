import type { Message } from '@switchboard/client/chat'
import { DATABASE, deleteStoredChat, isStoredFor, setStoredFor } from '../../api/delete-stored-chat.ts'
import type { ChatState } from '../state/chat-state.ts'
import type { Narrow } from '../state/narrow.ts'

/** As long as a session lasts without being used. An older copy is deleted instead of shown. */
const MAX_AGE_MS = 14 * 24 * 60 * 60_000

/** At most this many conversations and other views, those that were opened last. */
export const MAX_STORED_LISTS = 20

/** The newest messages of each. */
export const MAX_STORED_MESSAGES = 100

/** The newest part of a narrow. */
export interface StoredList {
  key: string
  narrow: Narrow
  foundOldest: boolean
  /** ms */
  openedAt: number
  /** ascending */
  messages: readonly Message[]
}

interface StoredState {
  state: ChatState
  /** ms: until then it was kept up to date. */
  storedAt: number
  /** The app that wrote it: another version may have another shape. */
  build: string
}

export type StoredChat = Awaited<ReturnType<typeof openStoredChat>>

/** The copy of the chat in this browser: one account, which has to be its owner. */
export async function openStoredChat() {
  const database = await openDatabase()
  let isOpen = true
  // Another window deletes it.
  database.addEventListener('versionchange', () => {
    isOpen = false
    database.close()
  })

  /** Executes the changes together. */
  function write(change: (state: IDBObjectStore, lists: IDBObjectStore) => void): Promise<void> {
    if (!isOpen) return Promise.resolve()
    const transaction = database.transaction(['state', 'lists'], 'readwrite')
    change(transaction.objectStore('state'), transaction.objectStore('lists'))
    return new Promise((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error))
    })
  }
  const read = <Value>(request: (transaction: IDBTransaction) => IDBRequest<Value>) =>
    resultOf(request(database.transaction(['state', 'lists'])))

  return {
    isOpen: () => isOpen,
    write,
    writeState(state: ChatState, storedAt: number): Promise<void> {
      const stored: StoredState = { state: withoutSecrets(state), storedAt, build: buildName() }
      setStoredFor(state.me.userId)
      return write((states) => states.put(stored, 'state'))
    },
    /** undefined: there is none, or it may not be shown. */
    async readState(): Promise<StoredState | undefined> {
      const stored = await read<StoredState | undefined>((from) => from.objectStore('state').get('state'))
      const isUsable =
        stored &&
        stored.build === buildName() &&
        isStoredFor(stored.state.me.userId) &&
        Date.now() - stored.storedAt < MAX_AGE_MS
      return isUsable ? stored : undefined
    },
    /** The last opened first. */
    async readLists(): Promise<StoredList[]> {
      const lists = await read<StoredList[]>((from) => from.objectStore('lists').getAll())
      return lists.sort((one, other) => other.openedAt - one.openedAt)
    },
    delete: deleteStoredChat,
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('state')
    request.result.createObjectStore('lists', { keyPath: 'key' })
  })
  return resultOf(request)
}

function resultOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}

/** The name of the first script changes with every file of the app. */
const buildName = () => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? ''

/** Bots have API keys and tokens. What changes by the minute is of no use later. */
function withoutSecrets(state: ChatState): ChatState {
  const { zoom_api_key: _key, zoom_api_secret: _secret, zoom_user_id: _user, ...realm } = state.realm
  return {
    ...state,
    realm: { ...realm, zoom_api_key: '', zoom_api_secret: '', zoom_user_id: '' },
    bots: new Map(),
    presences: new Map(),
    typing: new Map(),
  }
}
