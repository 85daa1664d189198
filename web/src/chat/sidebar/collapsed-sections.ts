import { createStore } from '../state/store.ts'

export type SectionName = 'views' | 'streams' | 'directs' | 'people'

const KEY = 'switchboard-collapsed-sections'

/** The sections of the sidebar that show only their head. Stored in this browser: screens differ. */
export const collapsedSections = createStore<ReadonlySet<string>>(
  new Set((localStorage.getItem(KEY) ?? '').split(' ').filter((name) => name !== '')),
)

export function collapseSection(name: SectionName, isCollapsed: boolean): void {
  const next = new Set(collapsedSections.get())
  if (isCollapsed) next.add(name)
  else next.delete(name)
  localStorage.setItem(KEY, [...next].join(' '))
  collapsedSections.set(next)
}
