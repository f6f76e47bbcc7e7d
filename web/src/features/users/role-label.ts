import type { User } from './api';

export const roleLabels: Record<User['role'], string> = { admin: 'Admin', manager: 'Manager', user: 'User' };
