import { MutedPeopleSection } from './muted-people-section.tsx'
import { MutedTopicsSection } from './muted-topics-section.tsx'
import { SnippetsSection } from './snippets-section.tsx'

export function MutedTab() {
  return (
    <>
      <MutedTopicsSection />
      <MutedPeopleSection />
      <SnippetsSection />
    </>
  )
}
