import { createStore } from '../state/store.ts'

export interface OpenedPictures {
  /** Those that are on the page, from top to bottom. */
  pictures: readonly { url: string; title: string }[]
  /** The index of the one that is shown first. */
  start: number
}

/** The person whose card is open, and the pictures of which one is shown large. One of each at a time. */
export const openedProfile = createStore<number | undefined>(undefined)
export const openedPictures = createStore<OpenedPictures | undefined>(undefined)

export function showProfile(userId: number): void {
  openedProfile.set(userId)
}
