//! Sounds, made when they are heard: wood, glass and dice, quiet and short.

use std::cell::RefCell;

use mohreh_draw::{Change, End};
use web_sys::{AudioContext, AudioNode, BiquadFilterType, OscillatorType};

thread_local! {
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// What is heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sound {
    Place,
    Take,
    Flip,
    Roll,
    End,
}

/// What a change sounds like, and how many milliseconds after the first.
pub fn of(change: &Change) -> Option<(Sound, f64)> {
    match change {
        Change::Move { to: End::Spot(_), .. } => Some((Sound::Place, 180.0)),
        Change::Move { .. } | Change::Ground { gone: true, .. } => Some((Sound::Take, 260.0)),
        Change::Turn { order, .. } => Some((Sound::Flip, 200.0 + *order as f64 * 70.0)),
        Change::Roll { face: Some(_), .. } => Some((Sound::Roll, 0.0)),
        Change::Ground { .. } | Change::Roll { .. } => None,
    }
}

/// Plays the sounds of what happened, each kind once at a time.
pub fn hear(changes: &[Change]) {
    let mut heard: Vec<(Sound, f64)> = changes.iter().filter_map(of).collect();
    heard.dedup();
    for (sound, after) in heard {
        play(sound, after / 1000.0);
    }
}

/// Plays a sound, so many seconds from now. A browser that does not let us stays silent.
pub fn play(sound: Sound, after: f64) {
    let _ = CONTEXT.with_borrow_mut(|kept| -> Option<()> {
        if kept.is_none() {
            *kept = AudioContext::new().ok();
        }
        let context = kept.as_ref()?;
        let _ = context.resume();
        let at = context.current_time() + after;
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
                for (after, pitch) in [(0.0, 900.0), (0.06, 1060.0), (0.13, 1220.0), (0.19, 980.0)]
                {
                    noise(context, at + after, pitch, 0.04, 0.12);
                }
                Some(())
            }
            Sound::End => {
                for (n, pitch) in [392.0, 494.0, 587.0].into_iter().enumerate() {
                    tone(context, at + n as f64 * 0.11, pitch, 0.5, 0.07, OscillatorType::Triangle);
                }
                Some(())
            }
        }
    });
}

/// Swells at once and dies away.
fn fading(context: &AudioContext, at: f64, length: f64, loud: f32) -> Option<AudioNode> {
    let gain = context.create_gain().ok()?;
    gain.gain().set_value_at_time(loud, at).ok()?;
    gain.gain().exponential_ramp_to_value_at_time(0.0001, at + length).ok()?;
    gain.connect_with_audio_node(&context.destination()).ok()?;
    Some(gain.into())
}

fn tone(
    context: &AudioContext,
    at: f64,
    pitch: f32,
    length: f64,
    loud: f32,
    kind: OscillatorType,
) -> Option<()> {
    let oscillator = context.create_oscillator().ok()?;
    oscillator.set_type(kind);
    oscillator.frequency().set_value(pitch);
    oscillator.connect_with_audio_node(&fading(context, at, length, loud)?).ok()?;
    oscillator.start_with_when(at).ok()?;
    oscillator.stop_with_when(at + length).ok()
}

fn noise(context: &AudioContext, at: f64, pitch: f32, length: f64, loud: f32) -> Option<()> {
    let rate = context.sample_rate();
    let samples = (f64::from(rate) * length) as u32;
    let buffer = context.create_buffer(1, samples.max(1), rate).ok()?;
    let mut seed = 0x2545_f491_u32;
    let grains: Vec<f32> = (0..samples)
        .map(|_| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / 8_388_608.0 - 1.0
        })
        .collect();
    buffer.copy_to_channel(&grains, 0).ok()?;
    let source = context.create_buffer_source().ok()?;
    source.set_buffer(Some(&buffer));
    let filter = context.create_biquad_filter().ok()?;
    filter.set_type(BiquadFilterType::Bandpass);
    filter.frequency().set_value(pitch);
    source.connect_with_audio_node(&filter).ok()?;
    filter.connect_with_audio_node(&fading(context, at, length, loud)?).ok()?;
    source.start_with_when(at).ok()
}
