import { statfs } from 'node:fs/promises'

/** Whether changes by other machines go unnoticed here: then looking now and then is the only way. */
export async function isNetworkDisk(path: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  try {
    const { type } = await statfs(path)
    return NETWORK.has(type)
  } catch {
    return false
  }
}

/** Magic numbers of Linux (statfs(2)): NFS, SMB, SMB2, CIFS, FUSE (sshfs, rclone, mergerfs), 9p, Ceph, AFS, VirtualBox. */
const NETWORK = new Set([
  0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x65735546, 0x01021997, 0x00c36400, 0x5346414f, 0x786f4256,
])
