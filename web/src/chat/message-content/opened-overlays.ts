import { createStore } from '../state/store.ts'

/** The person whose card is open, and the picture that is shown large. One of each at a time. */
export const openedProfile = createStore<number | undefined>(undefined)
export const openedImage = createStore<{ url: string; title: string } | undefined>(undefined)

export function showProfile(userId: number): void {
  openedProfile.set(userId)
}
