import type { Integration } from '../integration.ts'
import { giteaLike } from './gitea-events.ts'

export const gitea: Integration = {
  ...giteaLike('Gitea', 'gitea', 'Pushes, issues, pull requests with their reviews, and releases.'),
  fixtures: async () => (await import('./gitea-fixtures.ts')).giteaFixtures,
}
