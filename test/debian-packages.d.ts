export function installDebianPackages(): void
export function isInstalled(program: string): boolean
