// The assistant that other sites embed in a frame. It stores nothing, and loads nothing before the host supplies a token.

import '../locale-guard';
import '../styles/tokens.css';
import '../styles/base.css';
import './assistant.css';
import { mount } from 'svelte';
import Assistant from './Assistant.svelte';
import { host } from './host.svelte';

const target = document.getElementById('assistant');
if (target) {
  host.begin();
  mount(Assistant, { target });
}
