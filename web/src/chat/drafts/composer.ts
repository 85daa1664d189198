import { useSyncExternalStore } from 'react'
import type { Conversation } from '../state/conversation.ts'
import {
  conversationTo,
  type Destination,
  destinationKey,
  destinationOf,
  destinationOfConversation,
  isChosen,
} from '../state/destination.ts'
import { type Narrow, narrowKey } from '../state/narrow.ts'
import { createStore } from '../state/store.ts'
import { useWorkspace, type Workspace } from '../state/workspace.ts'
import { createDraftKeeper, type DraftKeeper } from './draft-keeper.ts'
import type { KeptDraft } from './kept-draft.ts'

export interface Composition {
  destination: Destination
  content: string
  /** under which it is kept until it is sent */
  draftId: string
  /** The fields of the destination are shown. */
  isChoosing: boolean
}

export type Composer = ReturnType<typeof createComposer>

/** The message that is being written. It outlives the compose box, so uploads continue on other pages. */
function createComposer({ state, outbox }: Workspace, drafts: DraftKeeper) {
  const store = createStore<Composition>({
    destination: destinationOf({ kind: 'all' }),
    content: '',
    draftId: drafts.newId(),
    isChoosing: false,
  })
  let followed: string | undefined
  /** The key of the destination that the view suggested last; undefined until it has suggested one. */
  let suggested: string | undefined
  const change = (part: Partial<Composition>) => store.set({ ...store.get(), ...part })

  function goTo(destination: Destination, isChoosing = false): void {
    const draft = drafts.newest(destination)
    const draftId = draft?.id ?? drafts.newId()
    store.set({ destination, content: draft?.content ?? '', draftId, isChoosing })
  }
  function where(): Conversation | undefined {
    const { me, realm } = state.get()
    const rules = { me: me.userId, mandatoryTopics: realm.mandatory_topics }
    return conversationTo(store.get().destination, rules)
  }
  function write(content: string): void {
    const { draftId, destination } = store.get()
    change({ content })
    drafts.save(draftId, destination, content)
  }
  function choose(isChoosing: boolean): void {
    if (store.get().isChoosing !== isChoosing) change({ isChoosing })
  }
  /** Keeps the text. */
  function redirect(destination: Destination): void {
    const { draftId, content } = store.get()
    change({ destination })
    drafts.save(draftId, destination, content)
  }
  function clear(): void {
    drafts.remove(store.get().draftId)
    change({ content: '', draftId: drafts.newId() })
  }

  return {
    store,
    drafts,
    where,
    write,
    clear,
    goTo,
    /** Keeps the text as a draft of its conversation, and restores the draft of the new one. */
    follow(narrow: Narrow): void {
      const key = narrowKey(narrow)
      if (key === followed) return
      followed = key
      suggested = undefined
      const wanted = destinationOf(narrow)
      const { destination, content, isChoosing } = store.get()
      // The conversation that was chosen in the box is opened while its people are still being chosen.
      const isChosenHere = isChosen(wanted) && destinationKey(wanted) === destinationKey(destination)
      if (!isChosenHere) goTo(wanted)
      else if (content === '') goTo(wanted, isChoosing)
    },
    /** The topic that is on the screen of a stream, until somebody chooses another or writes. */
    suggestTopic(streamId: number, topic: string): void {
      const { destination, content, isChoosing } = store.get()
      const wanted: Destination = { kind: 'stream', streamId, topic }
      const untouched = suggested ?? destinationKey({ kind: 'stream', streamId, topic: '' })
      if (destinationKey(destination) !== untouched) return
      const isFirst = suggested === undefined
      if (isFirst && content === '') goTo(wanted, isChoosing)
      else if (isFirst) redirect(wanted)
      else if (content === '' && !isChoosing) change({ destination: wanted })
      else return
      suggested = destinationKey(wanted)
    },
    /** Starts writing. Asks only for the missing parts of the destination. */
    open(conversation?: Conversation): void {
      const wanted = conversation && destinationOfConversation(conversation)
      if (wanted && destinationKey(wanted) !== destinationKey(store.get().destination)) goTo(wanted)
      choose(!isChosen(store.get().destination))
    },
    choose,
    redirect,
    restore({ destination, content, id }: KeptDraft): void {
      store.set({ destination, content, draftId: id, isChoosing: !isChosen(destination) })
    },
    /** In the current text, or in the draft that was left meanwhile. */
    replace(part: string, by: string): void {
      const { content } = store.get()
      const isMeant = ({ content: text }: { content: string }) => text.includes(part)
      if (isMeant({ content })) write(content.replace(part, () => by))
      else {
        const draft = drafts.store.get().drafts.find(isMeant)
        if (draft)
          drafts.save(
            draft.id,
            draft.destination,
            draft.content.replace(part, () => by),
          )
      }
    },
    /** Returns where it was sent. */
    send(): Conversation | undefined {
      const conversation = where()
      if (!conversation) return undefined
      outbox.send(conversation, store.get().content.trimEnd())
      clear()
      choose(!isChosen(store.get().destination))
      return conversation
    },
  }
}

const composers = new WeakMap<Workspace, Composer>()

export function useComposer(): Composer {
  const workspace = useWorkspace()
  let composer = composers.get(workspace)
  if (!composer) {
    composer = createComposer(workspace, createDraftKeeper(workspace))
    composers.set(workspace, composer)
  }
  return composer
}

export function useComposition({ store }: Composer): Composition {
  return useSyncExternalStore(store.subscribe, store.get)
}
