//! Sound effects, synthesised with the Web Audio API.

use std::cell::{Cell, RefCell};

use mohreh_draw::{Change, Endpoint};
use web_sys::{AudioContext, AudioNode, BiquadFilterType, OscillatorType};

use crate::dom;

thread_local! {
    /// The person has pressed something; before that, browsers block audio with a warning.
    static ALLOWED: Cell<bool> = const { Cell::new(false) };
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sound {
    Place,
    Take,
    Flip,
    Roll,
    End,
}

/// The sound of a change, and its delay in milliseconds.
pub(crate) fn sound_of(change: &Change) -> Option<(Sound, f64)> {
    match change {
        Change::Move { to: Endpoint::Spot(_), .. } => Some((Sound::Place, 180.0)),
        Change::Move { .. } | Change::Ground { gone: true, .. } => Some((Sound::Take, 260.0)),
        Change::Flip { order, .. } => Some((Sound::Flip, 200.0 + *order as f64 * 70.0)),
        Change::Roll { face: Some(_), .. } => Some((Sound::Roll, 0.0)),
        Change::Ground { .. } | Change::Roll { .. } => None,
    }
}

/// Plays the sounds of changes; consecutive equal ones once.
pub(crate) fn play_changes(changes: &[Change]) {
    let mut sounds: Vec<(Sound, f64)> = changes.iter().filter_map(sound_of).collect();
    sounds.dedup();
    for (sound, delay_ms) in sounds {
        play(sound, delay_ms / 1000.0);
    }
}

/// Sounds begin with the first press of a pointer or a key.
pub(crate) fn allow_on_gesture() {
    for event in ["pointerup", "keydown"] {
        dom::on_window(event, || ALLOWED.set(true));
    }
}

/// Plays a sound after a delay; silent before the first gesture, and if the browser blocks audio.
pub(crate) fn play(sound: Sound, delay_secs: f64) {
    if !ALLOWED.get() {
        return;
    }
    let _ = CONTEXT.with_borrow_mut(|context_slot| -> Option<()> {
        if context_slot.is_none() {
            *context_slot = AudioContext::new().ok();
        }
        let context = context_slot.as_ref()?;
        let _ = context.resume();
        let at = context.current_time() + delay_secs;
        match sound {
            Sound::Place => {
                tone(context, at, 190.0, 0.10, 0.22, OscillatorType::Sine);
                noise(context, at, 1800.0, 0.03, 0.12)
            }
            Sound::Take => {
                tone(context, at, 420.0, 0.09, 0.10, OscillatorType::Sine);
                tone(context, at + 0.05, 300.0, 0.12, 0.10, OscillatorType::Sine)
            }
            Sound::Flip => noise(context, at, 2600.0, 0.025, 0.10),
            Sound::Roll => {
                for (after, hz) in [(0.0, 900.0), (0.06, 1060.0), (0.13, 1220.0), (0.19, 980.0)] {
                    noise(context, at + after, hz, 0.04, 0.12);
                }
                Some(())
            }
            Sound::End => {
                for (n, hz) in [392.0, 494.0, 587.0].into_iter().enumerate() {
                    tone(context, at + n as f64 * 0.11, hz, 0.5, 0.07, OscillatorType::Triangle);
                }
                Some(())
            }
        }
    });
}

/// A gain node with instant attack and exponential decay, connected to the output.
fn decay(context: &AudioContext, at: f64, secs: f64, gain: f32) -> Option<AudioNode> {
    let node = context.create_gain().ok()?;
    node.gain().set_value_at_time(gain, at).ok()?;
    node.gain().exponential_ramp_to_value_at_time(0.0001, at + secs).ok()?;
    node.connect_with_audio_node(&context.destination()).ok()?;
    Some(node.into())
}

fn tone(
    context: &AudioContext,
    at: f64,
    hz: f32,
    secs: f64,
    gain: f32,
    wave: OscillatorType,
) -> Option<()> {
    let oscillator = context.create_oscillator().ok()?;
    oscillator.set_type(wave);
    oscillator.frequency().set_value(hz);
    oscillator.connect_with_audio_node(&decay(context, at, secs, gain)?).ok()?;
    oscillator.start_with_when(at).ok()?;
    oscillator.stop_with_when(at + secs).ok()
}

/// Band-passed white noise.
fn noise(context: &AudioContext, at: f64, hz: f32, secs: f64, gain: f32) -> Option<()> {
    let rate = context.sample_rate();
    let sample_count = (f64::from(rate) * secs) as u32;
    let buffer = context.create_buffer(1, sample_count.max(1), rate).ok()?;
    let mut seed = 0x2545_f491_u32;
    let waveform: Vec<f32> = (0..sample_count)
        .map(|_| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / 8_388_608.0 - 1.0
        })
        .collect();
    buffer.copy_to_channel(&waveform, 0).ok()?;
    let source = context.create_buffer_source().ok()?;
    source.set_buffer(Some(&buffer));
    let filter = context.create_biquad_filter().ok()?;
    filter.set_type(BiquadFilterType::Bandpass);
    filter.frequency().set_value(hz);
    source.connect_with_audio_node(&filter).ok()?;
    filter.connect_with_audio_node(&decay(context, at, secs, gain)?).ok()?;
    source.start_with_when(at).ok()
}
