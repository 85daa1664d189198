import { giteaLike } from '../gitea/gitea-events.ts'
import type { Integration } from '../integration.ts'

export const forgejo: Integration = {
  ...giteaLike(
    'Forgejo',
    'forgejo',
    'Pushes, issues, pull requests with their reviews, and releases; also of Codeberg.',
  ),
  fixtures: async () => (await import('./forgejo-fixtures.ts')).forgejoFixtures,
}
