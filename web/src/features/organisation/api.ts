import type {
  ExportRule,
  exportRuleForm,
  PoolRule,
  SecondFactorRule,
  secondFactorRuleForm,
} from '@lead-finder/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../lib/http';

const ruleKey = ['/api/second-factor-rule'] as const;

export const useSecondFactorRule = () => useQuery<SecondFactorRule>({ queryKey: ruleKey });

export function useSetSecondFactorRule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rule: z.infer<typeof secondFactorRuleForm>) => request<SecondFactorRule>('PUT', ruleKey[0], rule),
    onSuccess: (rule) => client.setQueryData(ruleKey, rule),
  });
}

const exportRuleKey = ['/api/export-rule'] as const;

export const useExportRule = () => useQuery<ExportRule>({ queryKey: exportRuleKey });

export function useSetExportRule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rule: z.infer<typeof exportRuleForm>) => request<ExportRule>('PUT', exportRuleKey[0], rule),
    onSuccess: (rule) => client.setQueryData(exportRuleKey, rule),
  });
}

const poolRuleKey = ['/api/pool-rule'] as const;

export const usePoolRule = () => useQuery<PoolRule>({ queryKey: poolRuleKey });

export function useSetPoolRule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rule: PoolRule) => request<PoolRule>('PUT', poolRuleKey[0], rule),
    onSuccess: (rule) => client.setQueryData(poolRuleKey, rule),
  });
}
