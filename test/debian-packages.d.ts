export const browsers: readonly string[]
export function installDebianPackages(): void
export function isInstalled(program: string): boolean
